/** A radio button in the dress of the shop's other controls: a ring that fills when it is chosen. */
export const radioClass =
  'size-5 shrink-0 appearance-none rounded-full border-2 border-edge bg-surface ' +
  'transition-[border-width] checked:border-6 checked:border-accent disabled:opacity-55'
