/** Why an attempt that was taken without a connection does not count, for its learner (OFF-019). */
export const OUTCOME_TEXTS = {
  returned:
    'Your attempt does not count, because you took it back on another device. Your instructor can see your answers.',
  expired: 'Your attempt does not count, because it arrived too late. Your instructor can see your answers.',
  no_access:
    'Your attempt does not count, because your access to the course has ended. Your instructor can see your answers.',
  locked: 'Your attempt does not count, because items before it are not done. Your instructor can see your answers.',
} as const
