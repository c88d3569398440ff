import { Bitcoin, CreditCard } from 'lucide-react'

import type { Method } from './live-payment.ts'

/** Card brands that every card provider accepts. */
const cardBrands = ['Visa', 'Mastercard']

/** The three parts of the PIX logo. */
const pixLogoParts = [
  'M5.283 18.36a3.505 3.505 0 0 0 2.493-1.032l3.6-3.6a.684.684 0 0 1 .946 0l3.613 3.613a3.504 ' +
    '3.504 0 0 0 2.493 1.032h.71l-4.56 4.56a3.647 3.647 0 0 1-5.156 0L4.85 18.36Z',
  'M18.428 5.627a3.505 3.505 0 0 0-2.493 1.032l-3.613 3.614a.67.67 0 0 1-.946 0l-3.6-3.6A3.505 ' +
    '3.505 0 0 0 5.283 5.64h-.434l4.573-4.572a3.646 3.646 0 0 1 5.156 0l4.559 4.559Z',
  'M1.068 9.422 3.79 6.699h1.492a2.483 2.483 0 0 1 1.744.722l3.6 3.6a1.73 1.73 0 0 0 2.443 0l3.614' +
    '-3.613a2.482 2.482 0 0 1 1.744-.723h1.767l2.737 2.737a3.646 3.646 0 0 1 0 5.156l-2.736 2.736' +
    'h-1.768a2.482 2.482 0 0 1-1.744-.722l-3.613-3.613a1.77 1.77 0 0 0-2.444 0l-3.6 3.6a2.483 ' +
    '2.483 0 0 1-1.744.722H3.791l-2.723-2.723a3.646 3.646 0 0 1 0-5.156',
]

function PixMark() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden className="size-6 shrink-0" fill="#32bcad">
      {pixLogoParts.map((part) => (
        <path key={part} d={part} />
      ))}
    </svg>
  )
}

/** Logo of a payment method, shown beside its name. */
export function MethodMark({ method }: { method: Method }) {
  if (method === 'pix') return <PixMark />
  if (method === 'crypto') return <Bitcoin aria-hidden className="size-6 shrink-0 text-muted" />

  return (
    <span aria-hidden className="flex shrink-0 items-center gap-1.5 text-muted">
      {cardBrands.map((name) => (
        <span
          key={name}
          className="rounded-sm border border-line px-1.5 py-0.5 text-xs font-medium max-sm:hidden"
        >
          {name}
        </span>
      ))}

      <CreditCard className="size-6 sm:hidden" />
    </span>
  )
}
