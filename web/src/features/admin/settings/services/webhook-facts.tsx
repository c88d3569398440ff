import { useTranslation } from 'react-i18next'

import { paths } from '../../../../routing/paths.ts'
import { CopyButton } from '../../../../ui/copy-button.tsx'
import type { Provider } from '../../shared/rows.ts'

/** Discord's two redirect URLs: connecting an account, and login. */
const redirects = [paths.settings, paths.discordLogin]

/** A value to copy into the provider's dashboard. */
function CopyableFact({ label, text, hint }: { label: string; text: string; hint?: string }) {
  const { t } = useTranslation(['admin', 'common'])
  return (
    <div className="grid gap-1">
      <dt className="text-sm font-medium">{label}</dt>

      <dd className="flex flex-wrap items-start gap-2">
        <code className="min-w-0 flex-1 basis-64 rounded-md bg-raised px-3 py-2 text-sm wrap-anywhere whitespace-pre-line">
          {text}
        </code>

        <CopyButton
          size="sm"
          text={text}
          label={t('common:action.copy')}
          copiedLabel={t('common:action.copied')}
          name={t('services.copyOf', { what: label })}
        />
      </dd>

      {hint && <dd className="text-sm text-muted">{hint}</dd>}
    </div>
  )
}

/** Values for the provider's dashboard: webhook URL and events. */
export function WebhookFacts({ provider }: { provider: Provider }) {
  const { t } = useTranslation('admin')
  const { name, webhookUrl, webhookEvents } = provider

  if (!webhookUrl) return null

  if (name === 'pix')
    return (
      <p className="text-sm wrap-anywhere text-muted">
        {t('services.webhookItself', { url: webhookUrl })}
      </p>
    )

  const shopOrigin = new URL(webhookUrl).origin

  return (
    <dl className="grid gap-3">
      <CopyableFact label={t(`services.webhook.${name as 'card' | 'discord'}`)} text={webhookUrl} />
      {webhookEvents.length > 0 && (
        <CopyableFact label={t('services.events')} text={webhookEvents.join('\n')} />
      )}

      {name === 'discord' && (
        <CopyableFact
          label={t('services.redirects')}
          text={redirects.map((path) => shopOrigin + path).join('\n')}
        />
      )}
    </dl>
  )
}
