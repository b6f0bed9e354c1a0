const channel =
  "secrets.existingSecret=,secrets.values.WHATSAPP_TOKEN=a,secrets.values.WHATSAPP_APP_SECRET=b,secrets.values.WHATSAPP_VERIFY_TOKEN=c";
const stripe = `${channel},secrets.values.SMTP_URL=smtps://mail.example`;
const ingress = "ingress.enabled=true,httpRoute.enabled=false";

/** A name, settings on top of ci/production-values.yaml in the form of helm's --set, and a part of the error message. */
const rows = String.raw`
no address | publicUrl= | publicUrl is needed
http in production | publicUrl=http://matinale.example | must be https in production
an address with a path | publicUrl=https://a.example/b | without a path
no owner's file | product= | product is needed in production
another text than the owner's file | product=product.yaml | product must be the text
a longer retention than the privacy page says | retention.deliveryDays=401 | 400
a misspelt key | kafka.broker=a:9092 | 'broker' not allowed
a misspelt service | services.delivry.replicas=2 | 'delivry' not allowed
a broker without a port | kafka.brokers={kafka} | does not match pattern
no Kafka | kafka.brokers=null | kafka is needed: set kafka.brokers
Kafka of the chart in production | kafka.deploy=true,kafka.brokers=null | kafka.deploy is for development
MongoDB in the chart and outside | mongodb.deploy=true,environment=development | mongodb is both deployed here and given from outside
two settings for MongoDB | mongodb.uri=mongodb://a | mongodb.uri and mongodb.existingSecret both say
three replicas on one broker | environment=development,kafka.deploy=true,kafka.brokers=null | set kafka.topics.replicas=1
a broker log-in without a user name | kafka.sasl.mechanism=scram-sha-512 | kafka.sasl.username is needed
an unencrypted password | kafka.sasl.mechanism=plain,kafka.sasl.username=a | sends the password as it is: set kafka.tls=true
a password that does not exist yet when topics are created | ${stripe},kafka.sasl.mechanism=scram-sha-512,kafka.sasl.username=a | topics are created before the chart's own secret is there
an unknown way to log in | kafka.sasl.mechanism=gssapi | kafka/sasl/mechanism
a tracing endpoint without a scheme | tracing.endpoint=collector:4318 | tracing/endpoint
a tracing ratio above 1 | tracing.ratio=5 | tracing/ratio
no image registry | image.registry= | image.registry is needed
a tag that no image can have | image.tag=1.2.3+5 | image/tag
a trusted proxy by its name | trustedProxies={ingress} | trustedProxies/0
no sending number | whatsapp.phoneNumberId= | whatsapp.phoneNumberId is needed
a linked phone without a URL | whatsapp.adapter=waha | whatsapp.waha.url is needed
no WAHA key | whatsapp.adapter=waha,whatsapp.waha.url=https://waha.example,secrets.existingSecret= | secrets.values.WAHA_API_KEY is needed
an unknown WhatsApp adapter | whatsapp.adapter=twilio | whatsapp/adapter
an unknown provider of voices | speech.provider=azure | speech/provider
no business number | whatsapp.businessNumber= | whatsapp.businessNumber is needed
no WhatsApp token | secrets.existingSecret= | secrets.values.WHATSAPP_TOKEN is needed
no sender of mails | mail.from= | mail.from is needed
a sender that is no address | mail.from=Matinale | mail/from
no mail server | ${channel} | secrets.values.SMTP_URL is needed
a mail server on a closed port | ${stripe} | mail.port must be 465, the port of SMTP_URL
a mail server inside the cluster without egress | ${channel},secrets.values.SMTP_URL=smtp://news:a@mail.infra.svc | services.identity.extraEgress is needed: SMTP_URL leads to mail.infra.svc, port 587
secrets that would be ignored | secrets.values.WHATSAPP_TOKEN=a | secrets.values would be ignored
an incomplete payment set-up | ${stripe},secrets.values.STRIPE_SECRET_KEY=sk_live_a | goes with secrets.values.STRIPE_WEBHOOK_SECRET
live payments without prices, with a secret of your own | stripe.prices.premium= | stripe.prices.premium is needed with stripe.publishableKey
prices without a publishable key | stripe.publishableKey= | stripe.publishableKey is needed
a publishable test key in production | stripe.publishableKey=pk_test_a | stripe.publishableKey is a test key
test keys in production | ${stripe},secrets.values.STRIPE_SECRET_KEY=sk_test_a,secrets.values.STRIPE_WEBHOOK_SECRET=whsec_a | is a test key, which takes no money
a short secret | ${stripe},secrets.values.SESSION_SECRET=short | minLength: got 5, want 32
an ingress and an HTTP route | ingress.enabled=true | would both publish the site
no certificate | ${ingress},ingress.className=haproxy | ingress.tlsSecret is needed
an ingress without a class | ${ingress},ingress.tlsSecret=a | ingress.className is needed
an HTTP route without a gateway | httpRoute.parentRefs=null | httpRoute.parentRefs is needed
no trusted proxies | trustedProxies=null | trustedProxies is needed with ingress or httpRoute
no clients of the gateway | networkPolicy.gatewayFrom=null | networkPolicy.gatewayFrom is needed
a provider inside the cluster without egress | whatsapp.adapter=waha,whatsapp.waha.url=http://waha.messaging:3000 | services.delivery.extraEgress is needed: whatsapp.waha.url leads to waha.messaging, port 3000
a private model without egress | openai.baseUrl=https://10.1.2.3/v1 | services.content.extraEgress is needed: openai.baseUrl leads to 10.1.2.3, port 443
a collector without egress | tracing.endpoint=http://collector:4318,tracing.to=null | tracing.to is needed
a database on a closed port | mongodb.existingSecret=,mongodb.uri=mongodb://user:123@a.example:27018\,b.example:27017/?replicaSet=a | mongodb.ports needs 27018
Sentinels on a closed port | redis.existingSecret=,redis.url=redis+sentinel://:a@s1\,s2/news | redis.ports needs 26379
ServiceMonitors that no Prometheus selects | monitoring.serviceMonitor.enabled=true,monitoring.serviceMonitor.labels=null | monitoring.serviceMonitor.labels is needed
rules that no Prometheus selects | monitoring.rules.enabled=true,monitoring.rules.labels=null | monitoring.rules.labels is needed
alerts without a link | monitoring.rules.enabled=true,monitoring.rules.runbooksUrl= | monitoring.rules.runbooksUrl is needed
KEDA without Prometheus | services.content.autoscaling.keda.enabled=true,services.content.autoscaling.consumerLag.enabled=true | services.content.autoscaling.keda.prometheus is needed
a short digest | image.digests.gateway=sha256:abc | image/digests/gateway
minReplicas above maxReplicas | services.content.autoscaling.enabled=true,services.content.autoscaling.minReplicas=9 | minReplicas 9 is more than maxReplicas 6
scaling the gateway by consumer lag | services.gateway.autoscaling.consumerLag.enabled=true | the gateway consumes nothing
a retention shorter than the trial | retention.deliveryDays=7 | retention/deliveryDays
writable containers in production | liveSync=true | development only
`;

/** Values that the chart must refuse, with the reason it must give. */
export const invalidValues = rows
  .trim()
  .split("\n")
  .map((row) => {
    const [name = "", settings = "", error = ""] = row.split(" | ");
    return { name, settings, error };
  });
