/** Combinations of values files that are rendered. Each list is one installation. */
export const installations: readonly (readonly string[])[] = [
  ["values-dev.yaml"],
  ["values-prod.yaml", "ci/production-values.yaml"],
  ["ci/generated-secrets-values.yaml"],
  ["values-prod.yaml", "ci/production-values.yaml", "ci/linked-phone-values.yaml"],
  ["ci/autoscaled-values.yaml"],
  ["ci/bare-development-values.yaml"],
  ["ci/encrypted-values.yaml"],
];
