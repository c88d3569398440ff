import type { Column } from '../columns.ts'
import type { List } from '../use-list.ts'

/** What a view shows: filters and sort as the address has them, and the columns it leaves out. */
export type ViewState = { filters: Readonly<Record<string, string>>; hidden: readonly string[] }

/** A list of any rows: views look at its address alone. */
export type AnyList = Pick<List<unknown>, 'set' | 'neutral'> & {
  state: Record<string, string | number>
}

const split = (hide: string): string[] => hide.split(',').filter(Boolean)

/** The columns that show: what the row is about always does. */
export const shownColumns = <Row>(columns: readonly Column<Row>[], hidden: readonly string[]) =>
  columns.filter(({ key, lead }) => lead || !hidden.includes(key))

/** What the list shows now, without what is neutral. */
export function stateOf({ state, neutral }: AnyList): ViewState {
  const filters = Object.entries({ ...neutral, sort: '' })
    .filter(([key, none]) => state[key] !== none)
    .map(([key]) => [key, String(state[key])] as const)
  return { filters: Object.fromEntries(filters), hidden: split(String(state.hide)) }
}

const inOrder = ({ filters, hidden }: ViewState) =>
  JSON.stringify([Object.entries(filters).toSorted(), hidden.toSorted()])

/** Whether two views show the same. */
export const isSame = (one: ViewState, other: ViewState): boolean => inOrder(one) === inOrder(other)

/** The address of a view. */
export function addressOf({ filters, hidden }: ViewState, id = ''): { search: string } {
  const search = new URLSearchParams({
    ...filters,
    ...(hidden.length > 0 && { hide: hidden.join(',') }),
    ...(id && { view: id }),
  })
  return { search: String(search) }
}
