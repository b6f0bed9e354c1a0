export type PictureProblem =
  /** The body is not a form with files. */
  | "notAForm"
  /** Not exactly one file in the expected field. */
  | "notOneFile"
  | "tooLarge"
  /** Not a PNG, JPEG or WebP, damaged, or with too many pixels. */
  | "notAPicture"
  /** Another upload of the same person is in progress. */
  | "inProgress"
  /** Too many uploads are in progress. */
  | "busy";

export class PictureRefused extends Error {
  readonly problem: PictureProblem;
  constructor(problem: PictureProblem, options: { cause?: unknown } = {}) {
    super(`picture refused: ${problem}`, options);
    this.name = "PictureRefused";
    this.problem = problem;
  }
}
