/** A radio button styled like the shop's other controls. */
export const radioClass =
  'size-5 shrink-0 appearance-none rounded-full border-2 border-edge bg-surface ' +
  'transition-[border-width] checked:border-6 checked:border-ink disabled:opacity-55'
