class Bot:
    def choose(self, game, state, legal):
        return None


def contribute_bot(context):
    return {"absent_minded": lambda seed: Bot()}
