/**
 * For `reset` with what was sent: it is no change any more, unless it was changed again meanwhile; the
 * fields stay as they are.
 */
export const keepFieldsAfterSave = {
  keepValues: true,
  keepDirtyValues: false,
  keepFieldsRef: true,
  keepErrors: true,
  keepIsSubmitted: true,
};
