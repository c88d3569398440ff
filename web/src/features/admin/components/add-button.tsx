import { Plus } from 'lucide-react'

import { Button } from '../../../ui/button.tsx'

/** The button that adds a row, beside a list's title and in its empty state. */
export function AddButton({ label, onClick }: { label: string; onClick(): void }) {
  return (
    <Button size="sm" look="primary" icon={<Plus size={15} aria-hidden />} onClick={onClick}>
      {label}
    </Button>
  )
}
