"""Many policies over one run or many: what each costs and loses, which of them nothing beats, and which to take."""
