interface InvalidValues {
  readonly name: string;
  /** Settings on top of ci/production-values.yaml, in the form of helm's --set. */
  readonly set: readonly string[];
  /** Part of the error message. */
  readonly error: string;
}

const stripe = [
  "secrets.existingSecret=",
  "secrets.values.WHATSAPP_TOKEN=a",
  "secrets.values.WHATSAPP_APP_SECRET=b",
  "secrets.values.WHATSAPP_VERIFY_TOKEN=c",
];

/** Values that the chart must refuse, with the reason it must give. */
export const invalidValues: readonly InvalidValues[] = [
  { name: "no address", set: ["publicUrl="], error: "publicUrl is needed" },
  {
    name: "http in production",
    set: ["publicUrl=http://matinale.example"],
    error: "must be https in production",
  },
  {
    name: "an address with a path",
    set: ["publicUrl=https://a.example/b"],
    error: "without a path",
  },
  { name: "a misspelt key", set: ["kafka.broker=a:9092"], error: "'broker' not allowed" },
  {
    name: "a misspelt service",
    set: ["services.delivry.replicas=2"],
    error: "'delivry' not allowed",
  },
  {
    name: "a broker without a port",
    set: ["kafka.brokers={kafka}"],
    error: "does not match pattern",
  },
  { name: "no Kafka", set: ["kafka.brokers=null"], error: "kafka is needed: set kafka.brokers" },
  {
    name: "Kafka of the chart in production",
    set: ["kafka.deploy=true", "kafka.brokers=null"],
    error: "kafka.deploy is for development",
  },
  {
    name: "MongoDB in the chart and outside",
    set: ["mongodb.deploy=true", "environment=development"],
    error: "mongodb is both deployed here and given from outside",
  },
  {
    name: "two settings for MongoDB",
    set: ["mongodb.uri=mongodb://a"],
    error: "mongodb.uri and mongodb.existingSecret both say",
  },
  {
    name: "three replicas on one broker",
    set: ["environment=development", "kafka.deploy=true", "kafka.brokers=null"],
    error: "set kafka.topics.replicas=1",
  },
  {
    name: "a broker log-in without a user name",
    set: ["kafka.sasl.mechanism=scram-sha-512"],
    error: "kafka.sasl.username is needed",
  },
  {
    name: "an unencrypted password",
    set: ["kafka.sasl.mechanism=plain", "kafka.sasl.username=a"],
    error: "sends the password as it is: set kafka.tls=true",
  },
  {
    name: "a password that does not exist yet when topics are created",
    set: [...stripe, "kafka.sasl.mechanism=scram-sha-512", "kafka.sasl.username=a"],
    error: "topics are created before the chart's own secret is there",
  },
  {
    name: "an unknown way to log in",
    set: ["kafka.sasl.mechanism=gssapi"],
    error: "kafka/sasl/mechanism",
  },
  {
    name: "a tracing endpoint without a scheme",
    set: ["tracing.endpoint=collector:4318"],
    error: "tracing/endpoint",
  },
  { name: "a tracing ratio above 1", set: ["tracing.ratio=5"], error: "tracing/ratio" },
  { name: "no image registry", set: ["image.registry="], error: "image.registry is needed" },
  {
    name: "no sending number",
    set: ["whatsapp.phoneNumberId="],
    error: "whatsapp.phoneNumberId is needed",
  },
  {
    name: "a linked phone without a URL",
    set: ["whatsapp.adapter=waha"],
    error: "whatsapp.waha.url is needed",
  },
  {
    name: "no WAHA key",
    set: ["whatsapp.adapter=waha", "whatsapp.waha.url=http://waha:3000", "secrets.existingSecret="],
    error: "secrets.values.WAHA_API_KEY is needed",
  },
  {
    name: "an unknown WhatsApp adapter",
    set: ["whatsapp.adapter=twilio"],
    error: "whatsapp/adapter",
  },
  {
    name: "no business number",
    set: ["whatsapp.businessNumber="],
    error: "whatsapp.businessNumber is needed",
  },
  {
    name: "no WhatsApp token",
    set: ["secrets.existingSecret="],
    error: "secrets.values.WHATSAPP_TOKEN is needed",
  },
  {
    name: "secrets that would be ignored",
    set: ["secrets.values.WHATSAPP_TOKEN=a"],
    error: "secrets.values would be ignored",
  },
  {
    name: "an incomplete payment set-up",
    set: [...stripe, "secrets.values.STRIPE_SECRET_KEY=sk_live_a"],
    error: "goes with secrets.values.STRIPE_WEBHOOK_SECRET",
  },
  {
    name: "test keys in production",
    set: [
      ...stripe,
      "secrets.values.STRIPE_SECRET_KEY=sk_test_a",
      "secrets.values.STRIPE_WEBHOOK_SECRET=whsec_a",
    ],
    error: "is a test key, which takes no money",
  },
  {
    name: "a plan without a price",
    set: [
      ...stripe,
      "secrets.values.STRIPE_SECRET_KEY=sk_live_a",
      "secrets.values.STRIPE_WEBHOOK_SECRET=whsec_a",
      "stripe.prices.premium=",
    ],
    error: "stripe.prices.premium is needed",
  },
  {
    name: "a short secret",
    set: [...stripe, "secrets.values.SESSION_SECRET=short"],
    error: "minLength: got 5, want 32",
  },
  {
    name: "an ingress and an HTTP route",
    set: ["httpRoute.enabled=true"],
    error: "would both publish the site",
  },
  { name: "no certificate", set: ["ingress.tlsSecret="], error: "ingress.tlsSecret is needed" },
  {
    name: "an HTTP route without a gateway",
    set: ["ingress.enabled=false", "httpRoute.enabled=true"],
    error: "httpRoute.parentRefs is needed",
  },
  {
    name: "minReplicas above maxReplicas",
    set: [
      "services.content.autoscaling.enabled=true",
      "services.content.autoscaling.minReplicas=9",
    ],
    error: "minReplicas 9 is more than maxReplicas 6",
  },
  {
    name: "scaling the gateway by consumer lag",
    set: ["services.gateway.autoscaling.consumerLag.enabled=true"],
    error: "the gateway consumes nothing",
  },
  { name: "writable containers in production", set: ["liveSync=true"], error: "development only" },
];
