import { Check, Copy, Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { IconButton } from '../../../ui/button.tsx'
import { useCopied } from '../../../ui/copy-button.tsx'
import { join } from '../../../ui/join.ts'
import { RowLink } from '../components/row-link.tsx'

export type ShownKey = { id: string; licenseKey: string; maskedKey: string }

/** Whether the server answered the key itself, not its end alone (STAFF_KEYS=masked). */
const hasWhole = (row: ShownKey): boolean => row.licenseKey !== row.maskedKey

const small = 'size-9! text-muted hover:text-ink [&>svg]:size-4 md:size-8!'

/** Which keys of a table stand open: the eye of the head is for all, that of a row for itself. */
export function useKeyEyes() {
  const [all, setAll] = useState(false)
  const [others, setOthers] = useState<ReadonlySet<string>>(new Set())

  return {
    all,
    isShown: (id: string) => all !== others.has(id),
    toggleAll: () => {
      setAll(!all)
      setOthers(new Set())
    },
    toggle: (id: string) => {
      const next = new Set(others)
      if (!next.delete(id)) next.add(id)
      setOthers(next)
    },
  }
}

export type KeyEyes = ReturnType<typeof useKeyEyes>

/** The eye of the table's head; nothing when the answers hold no whole key. */
export function AllKeysEye({
  eyes,
  rows,
  className,
}: {
  eyes: KeyEyes
  rows: readonly ShownKey[]
  className?: string
}) {
  const { t } = useTranslation('admin')
  if (!rows.some(hasWhole)) return null

  const Icon = eyes.all ? EyeOff : Eye

  return (
    <IconButton
      label={t(eyes.all ? 'keys.hideAll' : 'keys.showAll')}
      aria-pressed={eyes.all}
      className={join(small, className)}
      onClick={eyes.toggleAll}
    >
      <Icon aria-hidden />
    </IconButton>
  )
}

function CopyKey({ row, copied, onCopy }: { row: ShownKey; copied: boolean; onCopy(): void }) {
  const { t } = useTranslation('admin')
  const CopyIcon = copied ? Check : Copy

  return (
    <IconButton
      label={t(copied ? 'keys.copied' : 'keys.copy', { key: row.maskedKey })}
      className={small}
      onClick={onCopy}
    >
      <CopyIcon aria-hidden />
    </IconButton>
  )
}

/**
 * A key that is masked until its eye is pressed, with a button that copies it; where answers hold
 * only its end, `onReveal` asks for the whole.
 */
export function KeyCell({
  row,
  shown,
  onToggle,
  onReveal,
}: {
  row: ShownKey
  shown: boolean
  onToggle(): void
  onReveal?(): void
}) {
  const { t } = useTranslation('admin')
  const { copied, copy } = useCopied()
  const whole = hasWhole(row)
  const open = whole && shown
  const EyeIcon = open ? EyeOff : Eye

  return (
    <span className="inline-flex max-w-full items-center gap-1 max-md:flex-wrap max-md:justify-end">
      <span
        className={join(
          'font-mono text-xs',
          open ? 'wrap-anywhere md:max-w-64 md:min-w-28' : 'whitespace-nowrap',
        )}
      >
        <RowLink>{open ? row.licenseKey : row.maskedKey}</RowLink>
      </span>

      <span className="inline-flex">
        {(whole || onReveal) && (
          <IconButton
            label={t(open ? 'keys.hide' : 'keys.show', { key: row.maskedKey })}
            aria-pressed={whole ? open : undefined}
            className={small}
            onClick={whole ? onToggle : onReveal}
          >
            <EyeIcon aria-hidden />
          </IconButton>
        )}

        {whole && <CopyKey row={row} copied={copied} onCopy={() => copy(row.licenseKey)} />}
      </span>

      <span aria-live="polite" className="sr-only">
        {copied ? t('keys.copied', { key: row.maskedKey }) : ''}
      </span>
    </span>
  )
}

/** The same where a key stands by itself and keeps its own eye. */
export function SingleKey({ row, onReveal }: { row: ShownKey; onReveal?(): void }) {
  const [shown, setShown] = useState(false)
  return (
    <KeyCell
      row={row}
      shown={shown}
      onToggle={() => setShown(!shown)}
      {...(onReveal ? { onReveal } : {})}
    />
  )
}
