import { useLayoutEffect, useRef } from 'react'

import { isMotionReduced, motion } from '../../../ui/motion.ts'

/**
 * A total that rolls to its new text: up when it grows, down when it falls. The text itself changes
 * at once; the old one is only drawn, so that nobody reads a sum between the two.
 */
export function RollingTotal({ amount, text }: { amount: number; text: string }) {
  const digitsRef = useRef<HTMLSpanElement>(null)
  const previousTotal = useRef({ amount, text })

  useLayoutEffect(() => {
    const digits = digitsRef.current
    const before = previousTotal.current
    previousTotal.current = { amount, text }
    if (!digits || before.text === text || isMotionReduced()) return

    const grows = amount > before.amount
    digits.dataset.before = before.text
    digits.dataset.grows = String(grows)

    const roll = digits.animate(
      [{ transform: `translateY(${grows ? '100%' : '-100%'})` }, { transform: 'none' }],
      motion,
    )

    roll.onfinish = () => delete digits.dataset.before

    return () => roll.cancel()
  }, [amount, text])

  return (
    <span className="inline-block [clip-path:inset(0_-1rem)]">
      <span ref={digitsRef} className={digitsClass}>
        {text}
      </span>
    </span>
  )
}

/** The old text is above or below the new one, which is where it goes. */
const digitsClass =
  'relative inline-block whitespace-nowrap before:absolute before:right-0 ' +
  "data-before:before:content-[attr(data-before)_/_''] " +
  'data-[grows=false]:before:top-full data-[grows=true]:before:bottom-full'
