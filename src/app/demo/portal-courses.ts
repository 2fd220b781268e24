import type { DemoCourse } from './course-types.ts'
import { simple } from './simple-course.ts'

/** A smaller catalog for the reseller and the in-house portals. */
export const PORTAL_COURSES: Record<string, readonly DemoCourse[]> = {
  safestart: [
    simple({
      title: 'OSHA 10-Hour Construction',
      cover: 'osha-10',
      meta_description: 'Entry-level awareness of the hazards on a construction site.',
      duration_minutes: 600,
      prices: [[1, 75]],
      categories: ['Construction'],
    }),
    simple({
      title: 'Forklift Operator Certification',
      cover: 'forklift',
      meta_description: 'Classroom part of the powered industrial truck certification.',
      duration_minutes: 150,
      prices: [[1, 65]],
      categories: ['Construction'],
    }),
    simple({
      title: 'First Aid, CPR and AED',
      cover: 'first-aid',
      meta_description: 'The first ten minutes: check, call, compress, shock.',
      duration_minutes: 180,
      prices: [[1, 55]],
      categories: ['Health'],
    }),
  ],
  meridian: [
    simple({
      title: 'Ethics for Professional Engineers',
      cover: 'ethics',
      meta_description: 'Duty, disclosure and the cases in which they collide. Two hours.',
      duration_minutes: 120,
      prices: [
        [1, 48],
        [5, 42],
      ],
      categories: ['Ethics'],
    }),
    simple({
      title: 'Cold-Weather Concrete',
      cover: 'concrete',
      meta_description: 'Mixing, placing and protecting concrete below 40 °F. Four hours.',
      duration_minutes: 240,
      prices: [
        [1, 92],
        [5, 86],
      ],
      categories: ['Engineering'],
    }),
    simple({
      title: 'Grounding and Bonding in Practice',
      cover: 'grounding',
      meta_description: 'Why currents take the way they take, and how to give them a better one. Three hours.',
      duration_minutes: 180,
      prices: [
        [1, 74],
        [5, 68],
      ],
      categories: ['Engineering'],
    }),
    simple({
      title: 'Wastewater Operator Renewal',
      cover: 'wastewater',
      meta_description: 'Process control, sampling and safety for classes B and C. Six hours.',
      duration_minutes: 360,
      prices: [
        [1, 118],
        [5, 112],
      ],
      categories: ['Water'],
    }),
    simple({
      title: 'Asbestos Awareness for Building Professionals',
      cover: 'asbestos',
      meta_description: 'Where it is, what must not be touched, and whom to call. Two hours.',
      duration_minutes: 120,
      prices: [
        [1, 45],
        [5, 39],
      ],
      categories: ['Building'],
    }),
    simple({
      title: 'Stormwater Design Basics',
      cover: 'stormwater',
      meta_description: 'From the design storm to the basin, with worked examples. Four hours.',
      duration_minutes: 240,
      prices: [
        [1, 88],
        [5, 82],
      ],
      categories: ['Water'],
    }),
  ],
  granite: [
    simple({
      title: 'Quarry Induction',
      cover: 'supervisor',
      meta_description: 'What everyone must know before the first shift.',
      duration_minutes: 45,
      prices: [[1, 0]],
      categories: ['Construction'],
    }),
  ],
  tidewater: [
    simple({
      title: 'Working near Water',
      cover: 'stormwater',
      meta_description: 'Life vests, weather, buddies.',
      duration_minutes: 40,
      prices: [[1, 0]],
      categories: ['Environment'],
    }),
  ],
}
