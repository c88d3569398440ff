/** Motion that has a meaning, such as a total that rolls: 200 ms, slower towards its end. */
export const motion = {
  duration: 200,
  easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)',
} satisfies KeyframeAnimationOptions

export const isMotionReduced = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches
