/** Every error code of /api, with its HTTP status. */
export const errorCodes = {
  INVALID_JSON: 400,
  INVALID_PATH: 400,
  VALIDATION_FAILED: 400,
  WEBHOOK_REFUSED: 400,
  LINK_EXPIRED: 400,
  RESET_CODE_WRONG: 400,
  UNAUTHENTICATED: 401,
  INVALID_CREDENTIALS: 401,
  CSRF_HEADER_REQUIRED: 403,
  ORIGIN_REFUSED: 403,
  CATEGORY_LIMIT_REACHED: 403,
  SUBSCRIPTION_REQUIRED: 403,
  WRONG_PASSWORD: 403,
  INVALID_SIGNATURE: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMEOUT: 408,
  CONFLICT: 409,
  EMAIL_TAKEN: 409,
  USERNAME_TAKEN: 409,
  PHONE_TAKEN: 409,
  WHATSAPP_NOT_CONNECTED: 409,
  ALREADY_IN_PROGRESS: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RANGE_NOT_SATISFIABLE: 416,
  TOO_MANY_REQUESTS: 429,
  INTERNAL: 500,
  UPSTREAM_FAILED: 502,
  SERVICE_UNAVAILABLE: 503,
  SESSION_STORE_UNAVAILABLE: 503,
  UPSTREAM_TIMEOUT: 504,
} as const;

export type ErrorCode = keyof typeof errorCodes;

/** The body of every error under /api. */
export interface ErrorEnvelope {
  /** What happened and what to do next, for people. */
  message: string;
  code: ErrorCode;
  /** Finds the request in the logs. */
  requestId: string;
}
