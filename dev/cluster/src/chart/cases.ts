/** Values files that are rendered, each list as one installation would give them. */
export const installations: readonly (readonly string[])[] = [
  ["values-dev.yaml"],
  ["values-prod.yaml", "ci/production-values.yaml"],
  ["ci/generated-secrets-values.yaml"],
  ["values-prod.yaml", "ci/production-values.yaml", "ci/linked-phone-values.yaml"],
  ["ci/autoscaled-values.yaml"],
  ["ci/bare-development-values.yaml"],
  ["ci/encrypted-values.yaml"],
];

interface Nonsense {
  readonly name: string;
  /** Over ci/production-values.yaml, as helm's --set takes them. */
  readonly set: readonly string[];
  /** Part of the sentence that is answered. */
  readonly says: string;
}

const stripe = [
  "secrets.existingSecret=",
  "secrets.values.WHATSAPP_TOKEN=a",
  "secrets.values.WHATSAPP_APP_SECRET=b",
  "secrets.values.WHATSAPP_VERIFY_TOKEN=c",
];

export const nonsense: readonly Nonsense[] = [
  { name: "no address", set: ["publicUrl="], says: "publicUrl is needed" },
  {
    name: "http in production",
    set: ["publicUrl=http://matinale.example"],
    says: "must be https in production",
  },
  {
    name: "an address with a path",
    set: ["publicUrl=https://a.example/b"],
    says: "without a path",
  },
  { name: "a misspelt key", set: ["kafka.broker=a:9092"], says: "'broker' not allowed" },
  {
    name: "a misspelt service",
    set: ["services.delivry.replicas=2"],
    says: "'delivry' not allowed",
  },
  {
    name: "a broker without a port",
    set: ["kafka.brokers={kafka}"],
    says: "does not match pattern",
  },
  { name: "no Kafka", set: ["kafka.brokers=null"], says: "kafka is needed: set kafka.brokers" },
  {
    name: "Kafka of the chart in production",
    set: ["kafka.deploy=true", "kafka.brokers=null"],
    says: "kafka.deploy is for development",
  },
  {
    name: "MongoDB here and elsewhere",
    set: ["mongodb.deploy=true", "environment=development"],
    says: "mongodb is both deployed here and given from outside",
  },
  {
    name: "MongoDB said twice",
    set: ["mongodb.uri=mongodb://a"],
    says: "mongodb.uri and mongodb.existingSecret both say",
  },
  {
    name: "three copies on one broker",
    set: ["environment=development", "kafka.deploy=true", "kafka.brokers=null"],
    says: "set kafka.topics.replicas=1",
  },
  {
    name: "a log-in at the brokers without a name",
    set: ["kafka.sasl.mechanism=scram-sha-512"],
    says: "kafka.sasl.username is needed",
  },
  {
    name: "a password in the open",
    set: ["kafka.sasl.mechanism=plain", "kafka.sasl.username=a"],
    says: "sends the password as it is: set kafka.tls=true",
  },
  {
    name: "a password that is not there when topics are created",
    set: [...stripe, "kafka.sasl.mechanism=scram-sha-512", "kafka.sasl.username=a"],
    says: "topics are created before the chart's own secret is there",
  },
  {
    name: "a way to log in that nobody knows",
    set: ["kafka.sasl.mechanism=gssapi"],
    says: "kafka/sasl/mechanism",
  },
  { name: "traces of a path", set: ["tracing.endpoint=collector:4318"], says: "tracing/endpoint" },
  { name: "more traces than there are", set: ["tracing.ratio=5"], says: "tracing/ratio" },
  { name: "no images", set: ["image.registry="], says: "image.registry is needed" },
  {
    name: "no sending number",
    set: ["whatsapp.phoneNumberId="],
    says: "whatsapp.phoneNumberId is needed",
  },
  {
    name: "a linked phone that is nowhere",
    set: ["whatsapp.adapter=waha"],
    says: "whatsapp.waha.url is needed",
  },
  {
    name: "no key of WAHA",
    set: ["whatsapp.adapter=waha", "whatsapp.waha.url=http://waha:3000", "secrets.existingSecret="],
    says: "secrets.values.WAHA_API_KEY is needed",
  },
  { name: "another way to phones", set: ["whatsapp.adapter=twilio"], says: "whatsapp/adapter" },
  {
    name: "no number to write to",
    set: ["whatsapp.businessNumber="],
    says: "whatsapp.businessNumber is needed",
  },
  {
    name: "no token of WhatsApp",
    set: ["secrets.existingSecret="],
    says: "secrets.values.WHATSAPP_TOKEN is needed",
  },
  {
    name: "secrets that would be ignored",
    set: ["secrets.values.WHATSAPP_TOKEN=a"],
    says: "secrets.values would be ignored",
  },
  {
    name: "half of a payment set-up",
    set: [...stripe, "secrets.values.STRIPE_SECRET_KEY=sk_live_a"],
    says: "goes with secrets.values.STRIPE_WEBHOOK_SECRET",
  },
  {
    name: "test keys in production",
    set: [
      ...stripe,
      "secrets.values.STRIPE_SECRET_KEY=sk_test_a",
      "secrets.values.STRIPE_WEBHOOK_SECRET=whsec_a",
    ],
    says: "is a test key, which takes no money",
  },
  {
    name: "a plan without a price",
    set: [
      ...stripe,
      "secrets.values.STRIPE_SECRET_KEY=sk_live_a",
      "secrets.values.STRIPE_WEBHOOK_SECRET=whsec_a",
      "stripe.prices.premium=",
    ],
    says: "stripe.prices.premium is needed",
  },
  {
    name: "a short secret",
    set: [...stripe, "secrets.values.SESSION_SECRET=short"],
    says: "minLength: got 5, want 32",
  },
  { name: "two doors", set: ["httpRoute.enabled=true"], says: "would both publish the site" },
  { name: "no certificate", set: ["ingress.tlsSecret="], says: "ingress.tlsSecret is needed" },
  {
    name: "a route to nowhere",
    set: ["ingress.enabled=false", "httpRoute.enabled=true"],
    says: "httpRoute.parentRefs is needed",
  },
  {
    name: "more pods at least than at most",
    set: [
      "services.content.autoscaling.enabled=true",
      "services.content.autoscaling.minReplicas=9",
    ],
    says: "minReplicas 9 is more than maxReplicas 6",
  },
  {
    name: "scaling the gateway by what it consumes",
    set: ["services.gateway.autoscaling.consumerLag.enabled=true"],
    says: "the gateway consumes nothing",
  },
  { name: "writable containers in production", set: ["liveSync=true"], says: "development only" },
];
