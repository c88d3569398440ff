import type { ReactNode } from 'react'

export function Heading({ children }: { children: ReactNode }) {
  return <h2 className="text-[1.5rem] leading-[1.25] font-bold tracking-tight">{children}</h2>
}
