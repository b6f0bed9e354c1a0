/** Settings on top of ci/production-values.yaml, in the form of helm's --set, and a part of the error message. */
type InvalidValues = readonly [name: string, set: readonly string[], error: string];

const stripe = [
  "secrets.existingSecret=",
  "secrets.values.WHATSAPP_TOKEN=a",
  "secrets.values.WHATSAPP_APP_SECRET=b",
  "secrets.values.WHATSAPP_VERIFY_TOKEN=c",
];

/** Values that the chart must refuse, with the reason it must give. */
export const invalidValues: readonly InvalidValues[] = [
  ["no address", ["publicUrl="], "publicUrl is needed"],
  ["http in production", ["publicUrl=http://matinale.example"], "must be https in production"],
  ["an address with a path", ["publicUrl=https://a.example/b"], "without a path"],
  ["a misspelt key", ["kafka.broker=a:9092"], "'broker' not allowed"],
  ["a misspelt service", ["services.delivry.replicas=2"], "'delivry' not allowed"],
  ["a broker without a port", ["kafka.brokers={kafka}"], "does not match pattern"],
  ["no Kafka", ["kafka.brokers=null"], "kafka is needed: set kafka.brokers"],
  [
    "Kafka of the chart in production",
    ["kafka.deploy=true", "kafka.brokers=null"],
    "kafka.deploy is for development",
  ],
  [
    "MongoDB in the chart and outside",
    ["mongodb.deploy=true", "environment=development"],
    "mongodb is both deployed here and given from outside",
  ],
  [
    "two settings for MongoDB",
    ["mongodb.uri=mongodb://a"],
    "mongodb.uri and mongodb.existingSecret both say",
  ],
  [
    "three replicas on one broker",
    ["environment=development", "kafka.deploy=true", "kafka.brokers=null"],
    "set kafka.topics.replicas=1",
  ],
  [
    "a broker log-in without a user name",
    ["kafka.sasl.mechanism=scram-sha-512"],
    "kafka.sasl.username is needed",
  ],
  [
    "an unencrypted password",
    ["kafka.sasl.mechanism=plain", "kafka.sasl.username=a"],
    "sends the password as it is: set kafka.tls=true",
  ],
  [
    "a password that does not exist yet when topics are created",
    [...stripe, "kafka.sasl.mechanism=scram-sha-512", "kafka.sasl.username=a"],
    "topics are created before the chart's own secret is there",
  ],
  ["an unknown way to log in", ["kafka.sasl.mechanism=gssapi"], "kafka/sasl/mechanism"],
  ["a tracing endpoint without a scheme", ["tracing.endpoint=collector:4318"], "tracing/endpoint"],
  ["a tracing ratio above 1", ["tracing.ratio=5"], "tracing/ratio"],
  ["no image registry", ["image.registry="], "image.registry is needed"],
  ["no sending number", ["whatsapp.phoneNumberId="], "whatsapp.phoneNumberId is needed"],
  ["a linked phone without a URL", ["whatsapp.adapter=waha"], "whatsapp.waha.url is needed"],
  [
    "no WAHA key",
    ["whatsapp.adapter=waha", "whatsapp.waha.url=http://waha:3000", "secrets.existingSecret="],
    "secrets.values.WAHA_API_KEY is needed",
  ],
  ["an unknown WhatsApp adapter", ["whatsapp.adapter=twilio"], "whatsapp/adapter"],
  ["an unknown provider of voices", ["speech.provider=azure"], "speech/provider"],
  ["no business number", ["whatsapp.businessNumber="], "whatsapp.businessNumber is needed"],
  ["no WhatsApp token", ["secrets.existingSecret="], "secrets.values.WHATSAPP_TOKEN is needed"],
  [
    "secrets that would be ignored",
    ["secrets.values.WHATSAPP_TOKEN=a"],
    "secrets.values would be ignored",
  ],
  [
    "an incomplete payment set-up",
    [...stripe, "secrets.values.STRIPE_SECRET_KEY=sk_live_a"],
    "goes with secrets.values.STRIPE_WEBHOOK_SECRET",
  ],
  [
    "test keys in production",
    [
      ...stripe,
      "secrets.values.STRIPE_SECRET_KEY=sk_test_a",
      "secrets.values.STRIPE_WEBHOOK_SECRET=whsec_a",
    ],
    "is a test key, which takes no money",
  ],
  [
    "a plan without a price",
    [
      ...stripe,
      "secrets.values.STRIPE_SECRET_KEY=sk_live_a",
      "secrets.values.STRIPE_WEBHOOK_SECRET=whsec_a",
      "stripe.prices.premium=",
    ],
    "stripe.prices.premium is needed",
  ],
  [
    "a short secret",
    [...stripe, "secrets.values.SESSION_SECRET=short"],
    "minLength: got 5, want 32",
  ],
  ["an ingress and an HTTP route", ["httpRoute.enabled=true"], "would both publish the site"],
  ["no certificate", ["ingress.tlsSecret="], "ingress.tlsSecret is needed"],
  [
    "an HTTP route without a gateway",
    ["ingress.enabled=false", "httpRoute.enabled=true"],
    "httpRoute.parentRefs is needed",
  ],
  [
    "minReplicas above maxReplicas",
    ["services.content.autoscaling.enabled=true", "services.content.autoscaling.minReplicas=9"],
    "minReplicas 9 is more than maxReplicas 6",
  ],
  [
    "scaling the gateway by consumer lag",
    ["services.gateway.autoscaling.consumerLag.enabled=true"],
    "the gateway consumes nothing",
  ],
  ["writable containers in production", ["liveSync=true"], "development only"],
];
