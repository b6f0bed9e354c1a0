import { gateway } from "./gateway.ts";
import { visit } from "./render-app.tsx";

/** Opens the page of the plans as a signed-in reader. */
export const openPlans = (address = "/subscribe") => visit(address, { signedIn: true });

export const intents = () => gateway.bodies("POST /api/create-payment-intent");

/**
 * Payments through Stripe, whose next intent has this secret; null when nothing is left to pay.
 *
 * @param dueToday  cents
 */
export const payWith = (clientSecret: string | null, dueToday = 999) => {
  gateway.state.payment = {
    ...gateway.state.payment,
    publishableKey: "pk_test_1",
    simulated: false,
  };
  gateway.state.intent = {
    clientSecret,
    dueToday: clientSecret === null ? null : dueToday,
    simulated: false,
  };
};
