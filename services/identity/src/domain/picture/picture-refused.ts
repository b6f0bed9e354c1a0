/** Why an upload is not a picture for a profile. */
export type PictureProblem =
  /** Not a form with files. */
  | "notAForm"
  /** Not exactly one file in the expected field. */
  | "notOneFile"
  | "tooLarge"
  /** Not a PNG, JPEG or WebP, damaged, too many pixels, or more than a picture. */
  | "notAPicture"
  /** Another one of the same person is still being made. */
  | "inProgress"
  /** Too many people at once. */
  | "busy";

export class PictureRefused extends Error {
  readonly problem: PictureProblem;
  constructor(problem: PictureProblem, options: { cause?: unknown } = {}) {
    super(`picture refused: ${problem}`, options);
    this.name = "PictureRefused";
    this.problem = problem;
  }
}
