/**
 * Options for `reset` with the saved values: they become the defaults, and the fields keep what the
 * reader typed during the request.
 */
export const keepFieldsAfterSave = {
  keepValues: true,
  keepDirtyValues: false,
  keepFieldsRef: true,
  keepErrors: true,
  keepIsSubmitted: true,
};
