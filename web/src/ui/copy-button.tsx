import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'

import { Button, type ButtonLook, type ButtonSize } from './button.tsx'
import { join } from './join.ts'

declare global {
  interface Window {
    /** Called when the browser refuses to copy; the app then says how to copy by hand. */
    oncopyrefused?: () => void
  }
}

/**
 * Puts a text on the clipboard. On plain http there is no clipboard API, so a hidden textarea is
 * copied.
 */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const textarea = document.createElement('textarea')
    textarea.value = text
    textarea.setAttribute('readonly', '')
    textarea.style.cssText = 'position:fixed;opacity:0'
    const container = document.activeElement?.closest('dialog') ?? document.body
    container.append(textarea)
    textarea.select()
    const isCopied = document.execCommand('copy')
    textarea.remove()

    return isCopied
  }
}

/** Copies a text and reports it for two seconds (S099). */
export function useCopied(onCopied?: () => void): { copied: boolean; copy(text: string): void } {
  const [copied, setCopied] = useState(0)

  useEffect(() => {
    if (!copied) return

    const resetTimer = setTimeout(() => setCopied(0), 2000)

    return () => clearTimeout(resetTimer)
  }, [copied])

  return {
    copied: copied > 0,
    copy: (text) => {
      void copyText(text).then((done) => {
        if (!done) return window.oncopyrefused?.()

        setCopied(Date.now())
        onCopied?.()
      })
    },
  }
}

type CopyButtonProps = {
  text: string
  label: string
  copiedLabel: string
  look?: ButtonLook
  size?: ButtonSize
  className?: string
  name?: string
  /** Icon only: on a phone, or in a narrow container. */
  short?: boolean | 'narrow'
  onCopied?: () => void
}

const labelClass = (short: NonNullable<CopyButtonProps['short']>) =>
  short === 'narrow' ? '@max-sm:sr-only' : join(short && 'max-sm:sr-only')

/**
 * A button that copies and says so for two seconds. `name` is its accessible name if the label
 * alone does not say what is copied.
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
  onCopied,
}: CopyButtonProps) {
  const { copied, copy } = useCopied(onCopied)
  return (
    <Button
      look={look}
      size={size}
      className={className}
      aria-label={copied ? undefined : name}
      onClick={() => copy(text)}
      icon={copied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
    >
      <span aria-live="polite" className={labelClass(short)}>
        {copied ? copiedLabel : label}
      </span>
    </Button>
  )
}
