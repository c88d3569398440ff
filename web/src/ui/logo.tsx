const keyPath =
  'M15.4 9.4H28L31.6 13.4 28.4 17H27.6L26.9 23.4H24.3L23.6 18.6H22.6L22 21.4H19.6L19 18.6H17.9L17 ' +
  '24.6H14L13.2 19.6A8 8 0 1 1 15.4 9.4ZM6.6 10.7a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6'

/** The shop's mark: a key with three teeth, recognisable at 16 px. */
export function LogoMark({ size = 28 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden className="fill-accent">
      <path fillRule="evenodd" d={keyPath} />
    </svg>
  )
}
