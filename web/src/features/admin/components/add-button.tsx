import { Plus } from 'lucide-react'

import { Button } from '../../../ui/button.tsx'

/** The button that begins a new row, beside the title of a list and in its empty state. */
export function AddButton({ label, onClick }: { label: string; onClick(): void }) {
  return (
    <Button size="sm" look="primary" icon={<Plus size={15} aria-hidden />} onClick={onClick}>
      {label}
    </Button>
  )
}
