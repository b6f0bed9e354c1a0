import { SubscribePage } from "../../features/subscribe/subscribe-page.tsx";

export default SubscribePage;
