import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'

import { Button, type ButtonLook, type ButtonSize } from './button.tsx'
import { join } from './join.ts'

declare global {
  interface Window {
    /** The app says what to do instead, in its reader's language. */
    oncopyrefused?: () => void
  }
}

/** Put a text on the clipboard, also where the clipboard API is missing (plain http). */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const area = document.createElement('textarea')
    area.value = text
    area.setAttribute('readonly', '')
    area.style.cssText = 'position:fixed;opacity:0'
    const host = document.activeElement?.closest('dialog') ?? document.body
    host.append(area)
    area.select()
    const done = document.execCommand('copy')
    area.remove()

    return done
  }
}

/** Copies a text and says so for two seconds (S099). */
export function useCopied(): { copied: boolean; copy(text: string): void } {
  const [copied, setCopied] = useState(0)

  useEffect(() => {
    if (!copied) return

    const timer = setTimeout(() => setCopied(0), 2000)

    return () => clearTimeout(timer)
  }, [copied])

  return {
    copied: copied > 0,
    copy: (text) => {
      void copyText(text).then((done) => {
        if (done) setCopied(Date.now())
        else window.oncopyrefused?.()
      })
    },
  }
}

type Props = {
  text: string
  label: string
  copiedLabel: string
  look?: ButtonLook
  size?: ButtonSize
  className?: string
  name?: string
  /** On a phone the icon alone, or wherever the container is narrow. */
  short?: boolean | 'narrow'
}

const shortened = (short: NonNullable<Props['short']>) =>
  short === 'narrow' ? '@max-sm:sr-only' : join(short && 'max-sm:sr-only')

/**
 * A button that copies and says so for two seconds; name is its accessible name when the label
 * alone would not say what is copied.
 */
export function CopyButton({
  text,
  label,
  copiedLabel,
  look = 'plain',
  size = 'md',
  className,
  name,
  short = false,
}: Props) {
  const { copied, copy } = useCopied()
  return (
    <Button
      look={look}
      size={size}
      className={className}
      aria-label={copied ? undefined : name}
      onClick={() => copy(text)}
      icon={copied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
    >
      <span aria-live="polite" className={shortened(short)}>
        {copied ? copiedLabel : label}
      </span>
    </Button>
  )
}
