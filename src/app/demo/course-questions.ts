import type { DemoQuestion } from './course-types.ts'

export const LADDER_QUESTIONS: readonly DemoQuestion[] = [
  {
    text: '<p>How far out do the feet of a ladder stand that reaches 12 feet up?</p>',
    type: 'single',
    answers: ['1 foot', '*3 feet', '6 feet'],
    explanation: '<p>One foot out for every four feet up.</p>',
  },
  {
    text: '<p>A ladder must reach at least three feet above the edge you climb to.</p>',
    type: 'boolean',
    answers: ['*True', 'False'],
  },
  {
    text: '<p>Which of these take a ladder out of use?</p>',
    type: 'multiple',
    answers: ['*A cracked rail', '*A missing foot', 'A faded label that can be read', '*A bent rung'],
  },
  {
    text: '<p>How many points of contact do you keep while climbing?</p>',
    type: 'single',
    answers: ['Two', '*Three', 'Four'],
  },
  {
    text: '<p>You may stand on the top cap of a stepladder if somebody holds it.</p>',
    type: 'boolean',
    answers: ['True', '*False'],
  },
  {
    text: '<p>Which tools go up the ladder in your hand?</p>',
    type: 'single',
    answers: ['Light ones', 'Heavy ones', '*None: they go on the belt or up by rope'],
  },
]

export const HAZMAT_QUESTIONS: readonly DemoQuestion[] = [
  {
    text: '<p>Which level of protection is used when the type of airborne substance is unknown?</p>',
    type: 'single',
    answers: ['Level D', 'Level C', '*Level B or higher'],
  },
  {
    text: '<p>What stands between the hot zone and the cold zone?</p>',
    type: 'single',
    answers: ['The command post', '*The contamination reduction zone', 'The parking area'],
  },
  {
    text: '<p>Decontamination is planned before the first person enters the hot zone.</p>',
    type: 'boolean',
    answers: ['*True', 'False'],
  },
  {
    text: '<p>What does a safety data sheet tell you?</p>',
    type: 'multiple',
    answers: [
      '*Hazards of the substance',
      '*First-aid measures',
      'The price of the substance',
      '*Protective equipment',
    ],
  },
  {
    text: '<p>Who may lift a stop-work order on site?</p>',
    type: 'single',
    answers: ['Anyone who gave it up', '*The site safety officer', 'Any supervisor'],
  },
  {
    text: '<p>A direct-reading instrument must be bump-tested before use.</p>',
    type: 'boolean',
    answers: ['*True', 'False'],
  },
  {
    text: '<p>Heat stress is more likely in which clothing?</p>',
    type: 'single',
    answers: ['Level D', '*Fully encapsulating suits', 'Cotton coveralls'],
  },
  {
    text: '<p>Which of these belong into a site safety plan?</p>',
    type: 'multiple',
    answers: ['*Emergency routes', '*Air monitoring', '*Medical surveillance', 'Lunch orders'],
  },
]

export const CHECK: readonly DemoQuestion[] = [
  {
    text: '<p>I know where the safety data sheets of my site are kept.</p>',
    type: 'boolean',
    answers: ['*True', 'False'],
  },
  {
    text: '<p>What would you like to see more of?</p>',
    type: 'multiple',
    answers: ['*Practice', '*Examples', '*Theory'],
  },
]
