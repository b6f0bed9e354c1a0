import { ApiError } from "../api-error.ts";

/** An error in OpenAI's format (schema Error of its API description). */
export class OpenAiError extends ApiError {
  readonly details: { param?: string; code?: string };

  constructor(status: number, message: string, details: OpenAiError["details"] = {}) {
    super(status, message);
    this.details = details;
  }

  toJSON() {
    const type = this.status >= 500 ? "server_error" : "invalid_request_error";
    const { param = null, code = null } = this.details;
    return { error: { message: this.message, type, param, code } };
  }
}
