{{/*
The variables of each service: in clear here, from secrets in _secret-env.tpl. The names are those of
services/<name>/src/config.ts, and checked against them. Each takes { root, name }.
*/}}
{{- define "matinale.env.base" -}}
NODE_ENV: {{ .root.Values.environment }}
LOG_LEVEL: {{ .root.Values.logLevel }}
HOST: {{ ternary "::" "0.0.0.0" .root.Values.ipv6 | quote }}
PORT: "8080"
METRICS_PORT: "9090"
DRAIN_MS: {{ mul .root.Values.drainSeconds 1000 | quote }}
{{- if .root.Values.product }}
PRODUCT_FILE: /var/run/product/product.yaml
{{- end }}
{{- with .root.Values.tracing.endpoint }}
OTEL_EXPORTER_OTLP_ENDPOINT: {{ . | quote }}
OTEL_TRACES_SAMPLER_ARG: {{ $.root.Values.tracing.ratio | quote }}
{{- end }}
{{- if .root.Values.extraAuthorities.secret }}
NODE_EXTRA_CA_CERTS: {{ include "matinale.authoritiesFile" .root }}
{{- end }}
{{- end }}

{{- define "matinale.authoritiesFile" -}}
/var/run/authorities/{{ .Values.extraAuthorities.key }}
{{- end }}

{{/* Connection to the brokers, without the password. Takes the chart's scope. */}}
{{- define "matinale.kafkaEnv" -}}
KAFKA_BROKERS: {{ include "matinale.brokers" . | quote }}
KAFKA_PREFIX: {{ .Values.kafka.prefix | quote }}
KAFKA_SSL: {{ .Values.kafka.tls | quote }}
{{- with .Values.kafka.sasl }}
KAFKA_SASL_MECHANISM: {{ .mechanism | quote }}
KAFKA_SASL_USERNAME: {{ .username | quote }}
{{- end }}
{{- end }}

{{- define "matinale.env.data" -}}
{{ include "matinale.env.base" . }}
MONGODB_DATABASE: {{ .root.Values.mongodb.databasePrefix }}{{ .name }}
{{ include "matinale.kafkaEnv" .root }}
{{- end }}

{{- define "matinale.env.gateway" -}}
{{ include "matinale.env.base" . }}
PUBLIC_URL: {{ .root.Values.publicUrl | quote }}
KEEP_ALIVE_SECONDS: {{ .root.Values.keepAliveSeconds | quote }}
TRUSTED_PROXIES: {{ join "," .root.Values.trustedProxies | quote }}
SEND_MAIL: {{ ternary "on" "off" .root.Values.mail.enabled | quote }}
{{- range $service := list "identity" "preferences" "billing" "content" "delivery" }}
{{ upper $service }}_URL: http://{{ include "matinale.fullname" $.root }}-{{ $service }}:8080
{{- end }}
{{- end }}

{{- define "matinale.env.identity" -}}
{{ include "matinale.env.data" . }}
APP_URL: {{ .root.Values.publicUrl | quote }}
DELIVERY_URL: http://{{ include "matinale.fullname" .root }}-delivery:8080
{{- with .root.Values.mail }}
SEND_MAIL: {{ ternary "on" "off" .enabled | quote }}
MAIL_FROM: {{ .from | quote }}
{{- end }}
{{- end }}

{{- define "matinale.env.preferences" -}}
{{ include "matinale.env.data" . }}
{{- end }}

{{- define "matinale.env.billing" -}}
{{ include "matinale.env.data" . }}
APP_URL: {{ .root.Values.publicUrl | quote }}
IDENTITY_URL: http://{{ include "matinale.fullname" .root }}-identity:8080
{{- with .root.Values.stripe }}
STRIPE_PUBLISHABLE_KEY: {{ .publishableKey | quote }}
STRIPE_API_URL: {{ .apiUrl | quote }}
{{- range $plan, $price := .prices }}
STRIPE_PRICE_{{ upper $plan }}: {{ $price | quote }}
{{- end }}
STRIPE_TAX: {{ ternary "on" "off" .tax | quote }}
STRIPE_PROMOTION_CODES: {{ ternary "on" "off" .promotionCodes | quote }}
{{- end }}
{{- end }}

{{- define "matinale.env.content" -}}
{{ include "matinale.env.data" . }}
APP_URL: {{ .root.Values.publicUrl | quote }}
OPENAI_MODEL: {{ .root.Values.openai.model | quote }}
OPENAI_REASONING_EFFORT: {{ .root.Values.openai.reasoningEffort | quote }}
OPENAI_BASE_URL: {{ .root.Values.openai.baseUrl | quote }}
MODEL_TOKENS_PER_DAY: {{ .root.Values.budget.modelTokensPerDay | quote }}
SPEECH_CHARACTERS_PER_DAY: {{ .root.Values.budget.speechCharactersPerDay | quote }}
{{- with .root.Values.speech }}
SPEECH_PROVIDER: {{ .provider | quote }}
SPEECH_VOICE_FR_FEMALE: {{ .voices.frFemale | quote }}
SPEECH_VOICE_FR_MALE: {{ .voices.frMale | quote }}
SPEECH_VOICE_EN_FEMALE: {{ .voices.enFemale | quote }}
SPEECH_VOICE_EN_MALE: {{ .voices.enMale | quote }}
SPEECH_MODEL: {{ .model | quote }}
TTS_ENDPOINT: {{ .endpoint | quote }}
{{- end }}
FEED_CATALOGUE_URL: {{ .root.Values.feeds.catalogueUrl | quote }}
FEED_ALLOWED_HOSTS: {{ join "," .root.Values.feeds.allowedHosts | quote }}
FEED_POLL_SECONDS: {{ .root.Values.feeds.pollSeconds | quote }}
{{- if .root.Values.speech.googleCredentialsSecret }}
GOOGLE_APPLICATION_CREDENTIALS: /var/run/google/{{ .root.Values.speech.googleCredentialsKey }}
{{- end }}
{{- end }}

{{- define "matinale.env.delivery" -}}
{{ include "matinale.env.data" . }}
DELIVERY_RETENTION_DAYS: {{ .root.Values.retention.deliveryDays | quote }}
CONTENT_URL: http://{{ include "matinale.fullname" .root }}-content:8080
APP_URL: {{ .root.Values.publicUrl | quote }}
{{- with .root.Values.whatsapp }}
WHATSAPP_ADAPTER: {{ .adapter }}
WHATSAPP_BUSINESS_NUMBER: {{ .businessNumber | quote }}
{{- if eq .adapter "waha" }}
WAHA_URL: {{ .waha.url | quote }}
WAHA_SESSION: {{ .waha.session | quote }}
WAHA_MESSAGES_PER_SECOND: {{ .waha.messagesPerSecond | quote }}
{{- else }}
WHATSAPP_API_URL: {{ .apiUrl | quote }}
WHATSAPP_PHONE_NUMBER_ID: {{ .phoneNumberId | quote }}
WHATSAPP_BUSINESS_ACCOUNT_ID: {{ .businessAccountId | quote }}
WHATSAPP_MESSAGES_PER_SECOND: {{ .messagesPerSecond | quote }}
{{- end }}
{{- end }}
{{- end }}
