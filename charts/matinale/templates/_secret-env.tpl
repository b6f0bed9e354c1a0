{{- define "matinale.kafkaPassword" }}
- name: KAFKA_SASL_PASSWORD
  valueFrom: { secretKeyRef: { name: {{ include "matinale.secretName" . }}, key: KAFKA_SASL_PASSWORD } }
{{- end }}
{{/* Secrets of the WhatsApp provider. */}}
{{- define "matinale.channelSecrets" -}}
{{- ternary "WAHA_API_KEY,WAHA_HMAC_KEY" "WHATSAPP_TOKEN,WHATSAPP_APP_SECRET,WHATSAPP_VERIFY_TOKEN" (eq .Values.whatsapp.adapter "waha") -}}
{{- end }}

{{/* Variables from secrets: each service gets only those that it uses. Takes { root, name, uses }. */}}
{{- define "matinale.secretEnv" -}}
{{- $own := dict
  "gateway" (list "SESSION_SECRET")
  "identity" (list "TRIAL_HASH_SECRET")
  "content" (list "MEDIA_SECRET")
  "delivery" (prepend (include "matinale.channelSecrets" .root | splitList ",") "TRIAL_HASH_SECRET")
-}}
{{- $optional := dict "billing" (list "STRIPE_SECRET_KEY" "STRIPE_WEBHOOK_SECRET") "content" (list "OPENAI_API_KEY") "identity" (list "SMTP_URL") -}}
{{- $secret := include "matinale.secretName" .root }}
{{- range prepend (get $own .name | default list) "INTERNAL_TOKEN_SECRET" }}
- name: {{ . }}
  valueFrom: { secretKeyRef: { name: {{ $secret }}, key: {{ . }} } }
{{- end }}
{{- range get $optional .name | default list }}
- name: {{ . }}
  valueFrom: { secretKeyRef: { name: {{ $secret }}, key: {{ . }}, optional: true } }
{{- end }}
{{- if and (has "kafka" .uses) .root.Values.kafka.sasl.mechanism }}
{{- include "matinale.kafkaPassword" .root }}
{{- end }}
{{- $connections := printf "%s-connections" (include "matinale.fullname" .root) }}
{{- if has "mongodb" .uses }}
{{- $mongodb := .root.Values.mongodb }}
- name: MONGODB_URI
  valueFrom: { secretKeyRef: { name: {{ $mongodb.existingSecret | default $connections }}, key: {{ ternary $mongodb.existingSecretKey "MONGODB_URI" (ne $mongodb.existingSecret "") }} } }
{{- end }}
{{- if has "redis" .uses }}
{{- $redis := .root.Values.redis }}
- name: REDIS_URL
  valueFrom: { secretKeyRef: { name: {{ $redis.existingSecret | default $connections }}, key: {{ ternary $redis.existingSecretKey "REDIS_URL" (ne $redis.existingSecret "") }} } }
{{- end }}
{{- end }}
