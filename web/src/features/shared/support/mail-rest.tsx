import { ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'

import { Files, type FileCall } from './files.tsx'

/** Parts of a mail beside its author's text. */
export type MailRest = { history: string; leftOut: readonly string[]; size: number | null }

/**
 * The rest of a mail: the quoted conversation, folded; names of attachments left out; the original
 * as a download (Q129).
 */
export function RestOfMail({
  id,
  mail: { history, leftOut, size },
  route,
}: {
  id: string
  mail: MailRest
  route: FileCall
}) {
  const { t } = useTranslation('support')
  const originalMail = { id, url: null, name: t('mail.file'), type: 'message/rfc822', size }

  return (
    <>
      {leftOut.length > 0 && (
        <p className="text-xs wrap-anywhere text-wait">
          {t('mail.leftOut', { names: leftOut.join(', ') })}
        </p>
      )}

      {history || size ? (
        <details className="group text-xs text-muted">
          <summary className="flex min-h-8 cursor-pointer list-none items-center gap-1">
            <ChevronRight size={14} aria-hidden className="shrink-0 group-open:rotate-90" />
            {t(history ? 'mail.history' : 'mail.original')}
          </summary>

          <div className="grid gap-2 pt-1">
            {history && (
              <p className="max-h-80 overflow-y-auto border-l-2 border-line pl-3 wrap-anywhere whitespace-pre-wrap">
                {history}
              </p>
            )}

            {size ? <Files files={[originalMail]} route={route} /> : null}
          </div>
        </details>
      ) : null}
    </>
  )
}
