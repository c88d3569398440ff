import type { ReactNode } from 'react'

import { join } from '../../../ui/join.ts'
import { KeyShape } from '../../../ui/key-shape.tsx'
import { Band, keySizes } from './band.tsx'

/** A band with a key blank over its edge; the message on the blank says why there is no key. */
export function BlankOver({
  message,
  urgent: isUrgent = false,
  children,
}: {
  message: string | null | undefined
  /** Whether a screen reader says the message at once. */
  urgent?: boolean
  children: ReactNode
}) {
  return (
    <div className={join('grid', keySizes.single)}>
      <Band paid={false} className="pt-8 pb-[calc(var(--over)_+_1.5rem)]">
        {children}
      </Band>

      <div className="page mt-[calc(-1_*_var(--over))]">
        <KeyShape ink id={null} className="max-w-160 [--bow:var(--key)]">
          {message && (
            <p role={isUrgent ? 'alert' : 'status'} className="py-1 font-medium max-sm:text-sm">
              {message}
            </p>
          )}
        </KeyShape>
      </div>
    </div>
  )
}
