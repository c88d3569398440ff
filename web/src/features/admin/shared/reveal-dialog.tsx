import { Eye } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { Notice } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Modal } from '../components/modal.tsx'
import { failureText } from '../components/use-change.ts'

/** Shows a whole key after a confirmation, since the audit log records it (D036). */
export function RevealDialog({
  masked,
  read,
  onClose,
}: {
  masked: string
  read(): Promise<{ licenseKey: string }>
  onClose(): void
}) {
  const { t } = useTranslation('admin')
  const [busy, setBusy] = useState(false)
  const [key, setKey] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)

  async function revealKey(): Promise<void> {
    setBusy(true)
    setError(null)

    try {
      setKey((await read()).licenseKey)
    } catch (failure) {
      console.error('reveal', failure)
      setError(failureText(t('reveal.failed'), failure))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Modal title={t('reveal.title')} onClose={onClose}>
      <div className="grid gap-4">
        <p className="text-sm text-muted">{t('reveal.text')}</p>

        <p
          aria-live="polite"
          className="rounded-md bg-raised px-3 py-3 font-mono text-sm wrap-anywhere"
        >
          {key ?? masked}
        </p>

        {error && <Notice tone="bad">{error}</Notice>}

        {key === null && (
          <Button
            look="primary"
            busy={busy}
            icon={<Eye size={16} aria-hidden />}
            className="justify-self-start"
            onClick={() => void revealKey()}
          >
            {t('reveal.act')}
          </Button>
        )}

        {key !== null && (
          <CopyButton
            className="justify-self-start"
            text={key}
            label={t('reveal.copy')}
            copiedLabel={t('reveal.copied')}
          />
        )}
      </div>
    </Modal>
  )
}
