import { useLate } from '../../../routing/late.ts'
import { EmptyState } from '../../../ui/states.tsx'
import type { EmptyTexts } from '../../shared/empty/blank.tsx'

/** An empty shelf says so at once; its drawing and what is there instead come after the page. */
export function EmptyShelf(empty: EmptyTexts) {
  const Nothing = useLate(true, () =>
    import('../../shared/empty/nothing.tsx').then((module) => module.EmptyWithProducts),
  )
  if (Nothing) return <Nothing {...empty} />

  return <EmptyState {...empty} />
}
