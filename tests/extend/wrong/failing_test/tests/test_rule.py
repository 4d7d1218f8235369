def test_the_rule():
    assert 1 + 1 == 3
