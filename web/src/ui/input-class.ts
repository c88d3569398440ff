/** Classes of a text field. The first load has one field and does not need the field components. */
export const inputClass =
  'w-full min-h-(--control) rounded-md border border-edge bg-surface px-3 text-base text-ink ' +
  'placeholder:text-muted transition-colors focus-visible:border-ink ' +
  'disabled:opacity-60 aria-invalid:border-bad'
