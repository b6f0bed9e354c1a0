/** How long personal data is stored, in days unless the name says otherwise. The privacy page names these periods. */
export const retention = {
  /** Deliveries with their texts and receipts, from their planning. */
  deliveryDays: 400,
  /** Webhook calls of the provider, with the numbers and messages in them. */
  webhookDays: 7,
  /** A session ends without a visit for this time. */
  sessionIdleDays: 7,
  /** A session ends this long after the sign-in, also with visits. */
  sessionDays: 30,
  /** Requests for digests, with the choices that they were made for. */
  digestRequestDays: 14,
  /** A number that was typed on the site and whose phone has not confirmed it. */
  claimHours: 24,
  /** Keyed hashes that recognise a person who had the trial with a deleted account. */
  endedTrialMonths: 13,
  /** The id of an erased account, with the tombstone that other services must get. */
  erasedAccountDays: 14,
  /** The id of an erased person, so that a late event does not create them again. */
  erasedMarkerDays: 90,
  /** A message of the contact form, also after it was sent by mail. */
  contactMessageDays: 7,
  /** A link that verifies an address or confirms its change; of its token only a hash is stored. */
  emailLinkHours: 48,
  /** A link for a new password; of its token only a hash is stored. */
  resetLinkMinutes: 30,
  /** A code for a new password; only a keyed hash is stored. */
  resetCodeMinutes: 10,
  /** A mail that the mail server does not take. */
  unsentMailDays: 3,
  /** The id of a mail about the subscription, after it was sent: it is not sent twice. */
  sentMailDays: 14,
  /** A backup of the databases, which docs/backup.md has deleted after 30 days: once a day. */
  backupDays: 31,
  /** Events and dead letters in Kafka, which name people only by their id. */
  eventDays: 28,
} as const;

/** The same day of a later month, or its last day when that month is shorter. UTC. */
export function monthsAfter(at: Date, months: number): Date {
  const later = new Date(at);
  later.setUTCMonth(at.getUTCMonth() + months);
  if (later.getUTCDate() !== at.getUTCDate()) later.setUTCDate(0);
  return later;
}

/** The instant until which a deleted account is recognised. */
export const recognisedUntil = (endedAt: Date): Date =>
  monthsAfter(endedAt, retention.endedTrialMonths);
