import type { Connection } from "mongoose";

/** What an operator did with a command that changes what people get. */
export interface OperatorAction {
  /** Such as "stop sending". */
  action: string;
  /** What it was done to: a sender, a story. Never personal data. */
  subject: string;
  why: string;
  at: Date;
}

const collectionOf = (connection: Connection) =>
  connection.collection<OperatorAction>("operator_actions");

/** Keeps the action in the service's database: the output of a command is in no log of a pod. */
export async function recordAction(connection: Connection, action: OperatorAction): Promise<void> {
  await collectionOf(connection).insertOne({ ...action });
}

/** The newest actions. */
export const latestActions = (connection: Connection, limit: number): Promise<OperatorAction[]> =>
  collectionOf(connection)
    .find({}, { projection: { _id: 0 } })
    .sort({ at: -1 })
    .limit(limit)
    .toArray();

/** One line of a command's output. */
export const actionLine = ({ at, action, subject, why }: OperatorAction): string =>
  `${at.toISOString()}  ${action}  ${subject}  ${why}`;
