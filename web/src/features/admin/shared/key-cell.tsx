import { Check, Copy, Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { IconButton } from '../../../ui/button.tsx'
import { useCopied } from '../../../ui/copy-button.tsx'
import { join } from '../../../ui/join.ts'
import { RowLink } from '../components/row-link.tsx'

export type ShownKey = { id: string; licenseKey: string; maskedKey: string }

/** Whether the server sent the whole key instead of its last characters (STAFF_KEYS=masked). */
const hasWholeKey = (row: ShownKey): boolean => row.licenseKey !== row.maskedKey

const smallButtonClass = 'row-act size-9! text-muted hover:text-ink [&>svg]:size-4 md:size-8!'

/**
 * Which keys of a table are visible. One button in the head sets all rows; `others` are the rows
 * toggled after that.
 */
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
      const nextOthers = new Set(others)
      if (!nextOthers.delete(id)) nextOthers.add(id)
      setOthers(nextOthers)
    },
  }
}

export type KeyEyes = ReturnType<typeof useKeyEyes>

/** The button for all keys; hidden when the server sent masked keys only. */
export function AllKeysEye({
  eyes,
  rows,
  loading = false,
  className,
}: {
  eyes: KeyEyes
  rows: readonly ShownKey[]
  /** Until the rows arrive, the button takes its place without effect. */
  loading?: boolean
  className?: string
}) {
  const { t } = useTranslation('admin')
  if (!loading && !rows.some(hasWholeKey)) return null

  const ToggleIcon = eyes.all ? EyeOff : Eye

  return (
    <IconButton
      label={t(eyes.all ? 'keys.hideAll' : 'keys.showAll')}
      aria-pressed={eyes.all}
      disabled={loading}
      className={join(smallButtonClass, className)}
      onClick={eyes.toggleAll}
    >
      <ToggleIcon aria-hidden />
    </IconButton>
  )
}

function CopyKeyButton({
  row,
  copied,
  onCopy,
}: {
  row: ShownKey
  copied: boolean
  onCopy(): void
}) {
  const { t } = useTranslation('admin')
  const CopyIcon = copied ? Check : Copy

  return (
    <IconButton
      label={t(copied ? 'keys.copied' : 'keys.copy', { key: row.maskedKey })}
      className={smallButtonClass}
      onClick={onCopy}
    >
      <CopyIcon aria-hidden />
    </IconButton>
  )
}

/**
 * A masked key with buttons to reveal and copy it. If the server sent only its last characters,
 * `onReveal` requests the whole key.
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
  const isWholeKey = hasWholeKey(row)
  const isVisible = isWholeKey && shown
  const RevealIcon = isVisible ? EyeOff : Eye

  return (
    <span className="inline-flex max-w-full items-center gap-1 max-md:flex-wrap max-md:justify-end">
      <span
        className={join(
          'font-mono text-xs',
          isVisible ? 'wrap-anywhere md:max-w-64 md:min-w-28' : 'whitespace-nowrap',
        )}
      >
        <RowLink>{isVisible ? row.licenseKey : row.maskedKey}</RowLink>
      </span>

      <span className="inline-flex">
        {(isWholeKey || onReveal) && (
          <IconButton
            label={t(isVisible ? 'keys.hide' : 'keys.show', { key: row.maskedKey })}
            aria-pressed={isWholeKey ? isVisible : undefined}
            className={smallButtonClass}
            onClick={isWholeKey ? onToggle : onReveal}
          >
            <RevealIcon aria-hidden />
          </IconButton>
        )}

        {isWholeKey && (
          <CopyKeyButton row={row} copied={copied} onCopy={() => copy(row.licenseKey)} />
        )}
      </span>

      <span aria-live="polite" className="sr-only">
        {copied && t('keys.copied', { key: row.maskedKey })}
      </span>
    </span>
  )
}

/** A masked key with reveal and copy buttons, outside a table. */
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
