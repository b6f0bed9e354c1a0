import { changeSubscriber } from "../application/change-subscriber.ts";
import type { Deps } from "../application/deps.ts";
import { dayAndTime, type Site } from "../domain/conversation/conversation.ts";
import { idFrom, type Template } from "../domain/delivery/delivery.ts";
import { notice } from "../domain/schedule/plan-delivery.ts";
import { afterNotice, nextNotice, type ServiceNotice } from "../domain/notices/service-notices.ts";
import { languageOf, type Subscriber, zoneOf } from "../domain/subscriber/subscriber.ts";
import { plainWords, templates } from "../domain/conversation/templates.ts";

const batch = 100;

/**
 * Claims subscribers with a due notice about their subscription and plans the notice. The notice is
 * inserted before the subscriber is marked as notified, under an id made from its subject, so a crash,
 * another replica or a repeated event sends no notice twice.
 */
export async function sendNotices(deps: Deps): Promise<void | "again"> {
  const { subscribers, deliveries } = deps;
  const now = deps.now();
  const terms = { now, limit: batch, leaseMs: deps.leases.noticeMs };
  const claimed = await subscribers.claimBy("noticeAt", terms);
  if (claimed.length === 0) return;
  for (const subscriber of claimed) {
    const due = nextNotice(subscriber, now);
    const isDue = due !== null && due.at <= now;
    const delivery = isDue ? noticeOf(subscriber, due, deps.site, now) : null;
    if (delivery !== null) await deliveries.insert([{ delivery }]);
    await changeSubscriber(subscriber._id, deps, ({ noticed = [] }) =>
      isDue ? { noticed: afterNotice(noticed, due) } : {},
    );
  }
  deps.onWork();
  if (claimed.length === batch) return "again";
}

function noticeOf(subscriber: Subscriber, due: ServiceNotice, site: Site, now: Date) {
  const language = languageOf(subscriber);
  const dated = due.name === "trial_ending" || due.name === "payment_problem";
  const parameters = dated ? [dayAndTime(due.end, zoneOf(subscriber), language)] : [];
  const link = site[templates[due.name].link.page];
  const template: Template = { name: due.name, parameters, link };
  const text = plainWords({ form: "template", template, language }, site.brand);
  const id = `notice-${idFrom(subscriber._id, due.key)}`;
  return notice(subscriber, { id, content: { text, template }, now });
}
