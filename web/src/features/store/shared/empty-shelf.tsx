import { useLate } from '../../../routing/late.ts'
import { EmptyState } from '../../../ui/states.tsx'
import type { EmptyTexts } from '../../shared/empty/blank.tsx'

/** An empty list: the text at once, drawing and alternatives after the page has loaded. */
export function EmptyShelf(empty: EmptyTexts) {
  const LoadedEmptyState = useLate(true, () =>
    import('../../shared/empty/nothing.tsx').then((module) => module.EmptyWithProducts),
  )
  if (LoadedEmptyState) return <LoadedEmptyState {...empty} />

  return <EmptyState {...empty} />
}
