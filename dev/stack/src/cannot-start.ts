/** An error that the developer can solve. It is shown without a stack trace. */
export class CannotStart extends Error {
  override readonly name = "CannotStart";
}
