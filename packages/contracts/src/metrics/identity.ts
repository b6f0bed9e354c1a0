import { counterOf, gaugeOf, histogramOf } from "./metric.ts";

export const identity = {
  identity_password_hash_seconds: histogramOf(
    "Time of a password hash or check, waiting included",
    [0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 5],
    "operation",
  ),
  identity_password_refused_total: counterOf(
    "Password hashes and checks refused because too many were waiting",
  ),
  identity_picture_seconds: histogramOf(
    "Time to make a profile image, waiting included",
    [0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 5],
  ),
  identity_credential_checks_total: counterOf("E-mail and password pairs checked", "outcome"),
  identity_erasures_total: counterOf("Deleted accounts"),
  identity_picture_uploads_total: counterOf("Uploaded profile pictures, by outcome", "outcome"),
  identity_account_messages_total: counterOf(
    "Messages about accounts, by mail or WhatsApp, by kind and outcome",
    "kind",
    "outcome",
  ),
  identity_account_messages_failing_seconds: gaugeOf(
    "Time since the first failed attempt of the message that fails longest",
  ),
  identity_signups_total: counterOf("Created accounts"),
};
