"""Lessons: pages that set up the playground, say something, and ask a question whose answer the core works out.

A lesson is data, one JSON file (those in `static/lessons`, in the order of `index.json`, or a teacher's own, dropped on
the page). Nothing in it runs. Words stand in both languages, `{"en": ..., "zh": ...}`; an empty line parts paragraphs.

    {"schema": "trimscope.lesson/1",        version of this form
     "id": "rings",                         letters, digits and hyphens; the link is ?lesson=rings&page=2
     "title": WORDS, "about": WORDS,        the lesson's name, and what is learned in a sentence
     "transcripts": {"shop": [...]},        transcripts of its own, each in any format that the page reads
     "pages": [
       {"text": WORDS,
        "scene": {"sample": "coding",       what is loaded: a sample of the page, or
                  "transcript": "shop",       one of the lesson's own by name (one of both)
                  "policy": {...},          policy keys; what is not named has its default
                  "call": 5,                the model call looked at, from 1; without it the next one
                  "selected": 3,            the selected message; -1 is the first text that trimming puts in
                  "open": ["run"]},         cards unfolded and tabs opened: names of OPENABLE below
        "highlight": "gauge",               test id of the element with a frame around it
        "question": {
          "text": WORDS,
          "choices": [{"text": WORDS, "value": "refused"},          right where the figure has this value, or
                      {"text": WORDS, "least": 1, "most": 9}],      where it lies in this range (either may be absent)
          "answer": {"figure": "status"},   what the core is asked: `lessons.figures`
          "reason": WORDS}}]}               said once a choice was made

A page's scene goes on from that of the page before: transcript and policy stay where nothing is said; the call, the
selection and what is open are each page's own. A page without a scene leaves the playground as it is, and its question
is about the scene before it. A figure is worked out from that scene, never from what a learner has moved since.
A question has exactly one choice that is right (`lessons.checking`).
"""
