import { useTranslation } from 'react-i18next'

import { Badge, type Tone } from '../../../ui/badge.tsx'
import type { PastedLine } from './paste.ts'

const results = ['accepted', 'duplicate', 'empty', 'invalid'] as const

const tones: Record<PastedLine['result'], Tone> = {
  accepted: 'good',
  duplicate: 'wait',
  empty: 'muted',
  invalid: 'bad',
}

/**
 * What each line of a paste is, before it is saved: the counts, then every line that is left out
 * and why (Q45).
 */
export function LineReport({ lines }: { lines: readonly PastedLine[] }) {
  const { t } = useTranslation('admin')
  const left = lines.filter(({ result }) => result !== 'accepted')

  const why = ({ result, firstLine }: PastedLine) => {
    if (result === 'empty') return t('adminStock.line.empty')
    if (result !== 'duplicate') return t('adminStock.line.invalid')

    return firstLine
      ? t('adminStock.line.repeats', { line: firstLine })
      : t('adminStock.line.known')
  }

  return (
    <section
      aria-label={t('adminStock.report')}
      className="grid gap-2 rounded-md border border-line p-3"
    >
      <p role="status" className="flex flex-wrap gap-2">
        {results.map((result) => {
          const count = lines.filter((one) => one.result === result).length
          if (count === 0 && result !== 'accepted') return null

          return (
            <Badge key={result} tone={tones[result]}>
              {t(`adminStock.count.${result}`, { count })}
            </Badge>
          )
        })}
      </p>

      {left.length ? (
        <ol
          tabIndex={0}
          aria-label={t('adminStock.leftOut')}
          className="grid max-h-44 gap-1 overflow-y-auto text-sm"
        >
          {left.map((one) => (
            <li key={one.line} className="flex gap-3">
              <span className="w-20 shrink-0 text-muted">
                {t('adminStock.lineNumber', { line: one.line })}
              </span>
              <span>{why(one)}</span>
            </li>
          ))}
        </ol>
      ) : null}
    </section>
  )
}
