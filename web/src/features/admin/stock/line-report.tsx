import { useTranslation } from 'react-i18next'

import { Badge, type Tone } from '../../../ui/badge.tsx'
import type { PastedLine } from './paste.ts'

const lineResults = ['accepted', 'duplicate', 'empty', 'invalid'] as const

const statusTones: Record<PastedLine['result'], Tone> = {
  accepted: 'good',
  duplicate: 'wait',
  empty: 'muted',
  invalid: 'bad',
}

/**
 * Result of each pasted line before saving: counts, then the rejected lines with their reasons
 * (Q45).
 */
export function LineReport({ lines }: { lines: readonly PastedLine[] }) {
  const { t } = useTranslation('admin')
  const rejectedLines = lines.filter(({ result }) => result !== 'accepted')

  const rejectionText = ({ result, firstLine }: PastedLine) => {
    if (result === 'empty') return t('adminStock.line.empty')
    if (result !== 'duplicate') return t('adminStock.line.invalid')

    if (firstLine) return t('adminStock.line.repeats', { line: firstLine })

    return t('adminStock.line.known')
  }

  return (
    <section
      aria-label={t('adminStock.report')}
      className="grid gap-2 rounded-md border border-line p-3"
    >
      <p role="status" className="flex flex-wrap gap-2">
        {lineResults.map((result) => {
          const lineCount = lines.filter((one) => one.result === result).length
          if (lineCount === 0 && result !== 'accepted') return null

          return (
            <Badge key={result} tone={statusTones[result]}>
              {t(`adminStock.count.${result}`, { count: lineCount })}
            </Badge>
          )
        })}
      </p>

      {rejectedLines.length > 0 && (
        <ol
          tabIndex={0}
          aria-label={t('adminStock.leftOut')}
          className="grid max-h-44 gap-1 overflow-y-auto text-sm"
        >
          {rejectedLines.map((one) => (
            <li key={one.line} className="flex gap-3">
              <span className="w-20 shrink-0 text-muted">
                {t('adminStock.lineNumber', { line: one.line })}
              </span>
              <span>{rejectionText(one)}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
